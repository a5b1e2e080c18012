import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * A service that reads any request and accepts it: what remains is the cost of sending. It runs in
 * its own process, so that it shares no thread. It collects its garbage after each answer:
 * otherwise about every third request would wait for that, and always the same one of two senders.
 */
const server = createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"result":"correct"}', () => setTimeout(collectGarbage, 5));
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
