export { type Departure, findDeparture } from './departures.ts';
export { authorizationFault } from './gate.ts';
export { authorizationHandlers } from './handlers.ts';
export { createDocumentInspector } from './inspector.ts';
export { refuseUnauthorized, requireAuthorization } from './require.ts';
export { createUploader, recoverInterruptedUploads, type Uploader } from './uploads.ts';
