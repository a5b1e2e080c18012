import type { Socket } from 'node:net';

/** A server's treatment of a connection. */
export type Script = (socket: Socket) => void;

/** Reads a whole request, then does something. */
export const afterRequest =
  (then: Script): Script =>
  (socket) => {
    let read = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      read = Buffer.concat([read, chunk]);
      const end = read.indexOf('\r\n\r\n');
      const length = Number(
        /content-length: (\d+)/i.exec(read.subarray(0, end).toString())?.[1] ?? 0,
      );
      if (end > 0 && read.length >= end + 4 + length) {
        socket.removeAllListeners('data');
        then(socket);
      }
    });
  };
export const reply = (head: string, body = ''): Script =>
  afterRequest((socket) => socket.end(`HTTP/1.1 ${head}\r\nconnection: close\r\n\r\n${body}`));
export const jsonReply = (body: string, head = ''): Script =>
  reply(
    `200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}${head}`,
    body,
  );
export const reset: Script = (socket) => void socket.resetAndDestroy();
export const jsonHead = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
