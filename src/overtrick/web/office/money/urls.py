"""The addresses of the office's money."""

from __future__ import annotations

from django.urls import path

from overtrick.web.office.money import (
    accounts,
    balances,
    bank_list,
    charges,
    decisions,
    desk,
    details,
    disputes,
    documents,
    exports,
    fines,
    payments,
    reminders,
    runs,
    tariffs,
)

_DOCUMENT = "documents/<str:reference>/"

money_urls = [
    path("", desk.desk, name="office-money"),
    path("begin/", desk.begin, name="office-money-begin"),
    path("tariffs/", tariffs.tariffs, name="office-money-tariffs"),
    path("tariffs/<int:pk>/", tariffs.tariff, name="office-money-tariff"),
    path("tariffs/new/<int:pk>/", tariffs.new, name="office-money-tariff-new"),
    path("tariffs/tax/", tariffs.tax, name="office-money-tax"),
    path("charges/", charges.charges, name="office-money-charges"),
    path("runs/", runs.runs, name="office-money-runs"),
    path("runs/rehearsal/", runs.rehearsal, name="office-money-rehearsal"),
    path("runs/<int:pk>/", runs.run, name="office-money-run"),
    path("documents/", documents.documents, name="office-money-documents"),
    path(_DOCUMENT, documents.document, name="office-money-document"),
    path(f"{_DOCUMENT}credit/", documents.credit, name="office-money-credit"),
    path(f"{_DOCUMENT}write-off/", documents.write_off, name="office-money-write-off"),
    path("payments/", payments.payments, name="office-money-payments"),
    path("payments/new/", payments.new, name="office-money-payment-new"),
    path("payments/bank/", bank_list.bank_list, name="office-money-bank"),
    path("payments/<int:pk>/", payments.payment, name="office-money-payment"),
    path("payments/<int:pk>/take-back/", payments.take_back, name="office-money-payment-back"),
    path("payments/matches/<int:pk>/undo/", payments.unmatch, name="office-money-unmatch"),
    path("accounts/<int:pk>/", accounts.account, name="office-money-account"),
    path("accounts/<int:pk>/allow/", accounts.allow, name="office-money-allow"),
    path("accounts/<int:pk>/refund/", accounts.refund, name="office-money-refund"),
    path("debtors/", accounts.debtors, name="office-money-debtors"),
    path("fines/", fines.fines, name="office-money-fines"),
    path("roll/", fines.roll, name="office-money-roll"),
    path("disputes/", disputes.disputes, name="office-money-disputes"),
    path("disputes/<int:pk>/", disputes.dispute, name="office-money-dispute"),
    path("decisions/", decisions.decisions, name="office-money-decisions"),
    path("decisions/<int:pk>/", decisions.decision, name="office-money-decision"),
    path("decisions/<int:pk>/confirm/", decisions.confirm, name="office-money-confirm"),
    path("decisions/<int:pk>/refuse/", decisions.refuse, name="office-money-refuse"),
    path("exports/", exports.exports, name="office-money-exports"),
    path("exports/<slug:program>/", exports.make, name="office-money-export"),
    path("exports/<int:pk>/copy/", exports.copy, name="office-money-export-copy"),
    path("exports/codes/<slug:program>/", exports.mapping, name="office-money-codes"),
    path("balances/", balances.balances, name="office-money-balances"),
    path("balances/statement/", balances.bank_statement, name="office-money-statement"),
    path("reminders/", reminders.reminders, name="office-money-reminders"),
    path("details/", details.details, name="office-money-details"),
    path("details/<int:pk>/", details.of_organisation, name="office-money-details-of"),
]
