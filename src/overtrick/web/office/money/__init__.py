"""The office's money: tariffs, charges, runs, documents, payments, debtors, disputes, decisions, exports."""
