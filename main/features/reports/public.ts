export { reportHandlers } from './handlers.ts';
export { toPrintedPage } from './printed-page.ts';
