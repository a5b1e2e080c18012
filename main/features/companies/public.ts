export { type CompanyRow, findCompanyByTaxId, setAuthorization } from './companies-table.ts';
export { requireActive, requireCompany, requireSubmits, requireTaxIdOf } from './company-row.ts';
export { addCompany } from './creation.ts';
export { exportHandlers } from './export.ts';
export { companyHandlers } from './handlers.ts';
export { importHandlers } from './import/import.ts';
export { type CompanyJobs, createCompanyJobs } from './job.ts';
export { followKeys, recoverCompanies } from './keys.ts';
export { readAgainHandlers as readCreationsAgainHandlers } from './read-again.ts';
