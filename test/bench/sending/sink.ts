import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * A service that reads whatever it is sent and says yes: what is left is the cost of sending. In a
 * process of its own, so that it shares no thread. What it read is garbage, and is collected when
 * it has answered: left to the engine, every third request or so would be kept waiting for that,
 * and always the same of those who take turns.
 */
const server = createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"result":"correct"}', () => setTimeout(collectGarbage, 5));
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
