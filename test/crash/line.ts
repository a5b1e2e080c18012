import { type AddressInfo, connect, createServer } from 'node:net';

/** A line to a service that records its bytes. */
export interface Line {
  readonly baseUrl: string;
  /** The bytes that left for the service since the last question. */
  takeLeft(): string;
  /** Holds what the service answers to new connections, until the returned function is called. */
  holdAnswers(): () => void;
  close(): Promise<void>;
}

export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  let left: Buffer[] = [];
  let released = Promise.resolve();
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    client.on('data', (bytes: Buffer) => left.push(bytes));
    client.on('error', () => service.destroy());
    service.on('error', () => client.destroy());
    client.pipe(service);
    void released.then(() => service.pipe(client));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeLeft() {
      const text = Buffer.concat(left).toString('latin1');
      left = [];
      return text;
    },
    holdAnswers() {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      return resolve;
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
