"""Tables of money: price lists, charges, documents, payments, and the journal that balances them.

Amounts are whole smallest units of the federation's currency. What is exact and not rounded yet is kept as a fraction,
"15/4" (see ``exact``). Rows of prices, charges, documents, payments and the journal are added and never changed.
"""

from __future__ import annotations

from overtrick.register.money.models.books import BillingDetails, MoneyAccount, MoneyBook
from overtrick.register.money.models.charges import Charge
from overtrick.register.money.models.journal import Assertion, Exported, JournalEntry, JournalPosting
from overtrick.register.money.models.papers import BillingRun, Dispute, Document, Line, LineCharge, Reminder
from overtrick.register.money.models.payments import Match, Payment, Payout, PayoutLine
from overtrick.register.money.models.proposals import MoneyProposal
from overtrick.register.money.models.tariffs import Tariff, TariffRow, TaxRate

__all__ = [
    "Assertion",
    "BillingDetails",
    "BillingRun",
    "Charge",
    "Dispute",
    "Document",
    "Exported",
    "JournalEntry",
    "JournalPosting",
    "Line",
    "LineCharge",
    "Match",
    "MoneyAccount",
    "MoneyBook",
    "MoneyProposal",
    "Payment",
    "Payout",
    "PayoutLine",
    "Reminder",
    "Tariff",
    "TariffRow",
    "TaxRate",
]
