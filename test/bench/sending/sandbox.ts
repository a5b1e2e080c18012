import { startSandbox } from '../../../sandbox/server.ts';

/** The sandbox in a process of its own: `node sandbox.ts FOLDER`. */
const sandbox = await startSandbox({ folder: process.argv[2] ?? '' });
console.log(JSON.stringify({ baseUrl: sandbox.baseUrl, userApiKey: sandbox.userApiKey }));
