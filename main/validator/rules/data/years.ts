/** First fiscal year of the ledger, when it was voluntary (batuz.eus). */
export const firstFiscalYear = 2022;
