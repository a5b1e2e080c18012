export { gateColumns } from './authorizations-table.ts';
export { type Departure, findDeparture } from './departures.ts';
export { companyObstacles, refuseUnauthorized, requireAuthorization } from './gate.ts';
export { authorizationHandlers } from './handlers.ts';
export { inspectPng, readChunk } from './inspection/png.ts';
export { createDocumentInspector } from './inspector.ts';
export { createUploader, recoverInterruptedUploads, type Uploader } from './uploads.ts';
