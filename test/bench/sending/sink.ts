import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that reads whatever it is sent and says yes: what is left is the cost of sending. In a process of its own, so that it shares no thread. */
const server = createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"result":"correct"}');
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
