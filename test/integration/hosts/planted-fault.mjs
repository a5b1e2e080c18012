import { isMainThread } from 'node:worker_threads';

// Loaded into `zubi` by `--import`: an uncaught fault, on a signal, in an error that quotes
// secrets, with lines like those of a stack.
if (isMainThread)
  process.on('SIGUSR2', () => {
    const message =
      'planted-secret 12345678Z\n    at planted-secret (/home/planted-secret/a.ts:1:2)\n    at /planted-secret.js:3:4';
    throw Object.assign(new TypeError(message), {
      code: 'EPLANTED',
      cause: new Error('planted-secret'),
    });
  });
