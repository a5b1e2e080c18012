export {
  type ActiveConnection,
  type ConnectionAccess,
  type ConnectionOptions,
  createConnectionAccess,
} from './connection.ts';
export { type ConnectionFile, connectionFileSchema } from './connection-file.ts';
export { connectionHandlers } from './handlers.ts';
export { companyKeyNames, hasRealUserKey, isServiceKey, type KeyNames } from './key-names.ts';
export { isProven } from './proof.ts';
export { ProvenFile } from './proven-file.ts';
export { connectionErrorCodes, watchHealth } from './reachability.ts';
export { forgetAnswer, listAnswers, readAnswer } from './service-answers.ts';
export { emptyFields, requireSoftwareGarante } from './software-garante.ts';
export { takesWrongTaxIds } from './tax-ids.ts';
export { knownTerritories, knownTerritoryName, requireTerritory } from './territories.ts';
export { findTerritory, isBizkaia } from './territory.ts';
