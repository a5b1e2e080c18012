export { reportHandlers } from './handlers.ts';
