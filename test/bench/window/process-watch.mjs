import { appendFileSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// Loaded into the serving process by `--import`: writes four times a second a line with its memory
// and the worst delay of its main thread since the last line.
const target = process.env.ZUBI_BENCH_WATCH;
if (isMainThread && target !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const megabytes = (status, name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
  setInterval(() => {
    const status = readFileSync('/proc/self/status', 'utf8');
    const { heapTotal, external } = process.memoryUsage();
    const line = {
      at: Date.now(),
      rssMb: megabytes(status, 'VmRSS'),
      anonymousMb: megabytes(status, 'RssAnon'),
      heapMb: heapTotal / 1048576,
      externalMb: external / 1048576,
      delayMs: delay.max / 1e6,
    };
    delay.reset();
    appendFileSync(target, `${JSON.stringify(line)}\n`);
  }, 250).unref();
}
