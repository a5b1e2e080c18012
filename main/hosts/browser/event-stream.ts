import type { ServerResponse } from 'node:http';
import type { AppEvent } from '../../../contract/events.ts';
import { securityHeaders } from '../window-files.ts';

/** Longest time between two lines, so that either side notices when the other is gone. */
const heartbeatMs = 15_000;
/** A reader this many bytes behind is disconnected; it reconnects and reads everything again. */
const maxBufferedBytes = 1024 * 1024;

interface EventSource {
  subscribe(listener: (event: AppEvent) => void): () => void;
}

/**
 * Answers with the core's events as they happen: one JSON object per line, an empty line as
 * heartbeat (the first at once). Ends with the connection, by the returned function, or when
 * `isWanted` returns false at a heartbeat: a window that only listens does not keep its session
 * alive.
 */
export function streamEvents(
  response: ServerResponse,
  source: EventSource,
  isWanted: () => boolean,
): () => void {
  response.writeHead(200, {
    ...securityHeaders,
    'content-type': 'application/x-ndjson; charset=utf-8',
  });
  const write = (line: string): void => {
    if (response.writableLength > maxBufferedBytes) response.destroy();
    else response.write(`${line}\n`);
  };
  const unsubscribe = source.subscribe((event) => write(JSON.stringify(event)));
  const heartbeat = setInterval(() => {
    if (isWanted()) write('');
    else end();
  }, heartbeatMs);
  heartbeat.unref();
  const stop = () => {
    clearInterval(heartbeat);
    unsubscribe();
  };
  response.on('close', stop);
  const end = () => {
    // At once: a line after the end is a fault of the whole process, and a slow reader delays it.
    stop();
    response.end();
  };
  write('');
  return end;
}
