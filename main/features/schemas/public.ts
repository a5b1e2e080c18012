export { schemaHandlers } from './handlers.ts';
export { openSchemaLibrary } from './library.ts';
