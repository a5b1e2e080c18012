import { spawnSync } from 'node:child_process';
import { copyFileSync, createWriteStream, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { say } from './checkout.mjs';

/*
 * Fetches Electron's binary for the `electron` package in a folder: `node fetch-electron.mjs FOLDER
 * [STALL-SECONDS]`. Our own download fills the cache of `@electron/get`, which knows the address
 * and the checksum; Electron's install script unpacks from there.
 */

/** Time without bytes after which a download is given up; a slow one continues. */
const usualStallSeconds = 30;
const megabyte = 1_000_000;

const sizeOf = (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Errors of `fetch` hide the reason in their cause. */
function toWords(error) {
  const { cause } = error;
  return [error.message, cause?.code ?? cause?.message].filter(Boolean).join(': ');
}

/** Prints the progress: on a terminal in one line, elsewhere at each tenth. */
function createProgress(total) {
  const stream = process.stderr;
  const inMegabytes = (bytes) => Math.round(bytes / megabyte);
  const whole = total === null ? '' : ` of ${inMegabytes(total)}`;
  let told = -1;
  return (bytes) => {
    const step = stream.isTTY
      ? inMegabytes(bytes)
      : Math.floor(total === null ? bytes / (10 * megabyte) : (10 * bytes) / total);
    if (step === told) return;
    told = step;
    const line = `Electron: ${inMegabytes(bytes)}${whole} MB`;
    if (!stream.isTTY) say(line);
    else stream.write(`\rzubi: ${line}${bytes === total ? '\n' : ''}`);
  };
}

/** Requests the missing part of a file, or all of it where the server gives no parts. */
async function ask(url, part, signal) {
  const from = sizeOf(part);
  const headers = from === 0 ? {} : { range: `bytes=${from}-` };
  const response = await fetch(url, { headers, signal });
  if (response.status === 206) return { response, from };
  if (response.status === 416) {
    rmSync(part);
    return ask(url, part, signal);
  }
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  return { response, from: 0 };
}

/**
 * Downloads a file. After a failure the received bytes are in `part`, and the next try continues
 * there; the checksum decides whether the whole is right.
 */
async function download(url, target, { part, stallSeconds }) {
  const stalled = new AbortController();
  const timer = setTimeout(
    () => stalled.abort(new Error(`nothing has come for ${stallSeconds} seconds`)),
    stallSeconds * 1000,
  );
  try {
    const { response, from } = await ask(url, part, stalled.signal);
    const length = response.headers.get('content-length');
    const progress = createProgress(length === null ? null : from + Number(length));
    let bytes = from;
    const watch = async function* (chunks) {
      for await (const chunk of chunks) {
        timer.refresh();
        bytes += chunk.length;
        progress(bytes);
        yield chunk;
      }
    };
    const file = createWriteStream(part, { flags: from === 0 ? 'w' : 'a' });
    await pipeline(response.body, watch, file);
  } catch (error) {
    throw stalled.signal.aborted ? stalled.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
  copyFileSync(part, target);
  rmSync(part);
}

async function fetchElectron(folder, stallSeconds) {
  const load = createRequire(join(folder, 'install.js'));
  const { downloadArtifact } = await import(pathToFileURL(load.resolve('@electron/get')).href);
  const { env } = process;
  const { version } = load('./package.json');
  say(`fetching Electron ${version}, once; Ctrl+C ends it, the next start goes on`);
  await downloadArtifact({
    version,
    artifactName: 'electron',
    platform: env.npm_config_platform ?? process.platform,
    arch: env.npm_config_arch ?? process.arch,
    cacheRoot: env.electron_config_cache,
    checksums: env.electron_use_remote_checksums ? undefined : load('./checksums.json'),
    downloader: {
      download: (url, target) =>
        download(url, target, { part: join(folder, `${basename(target)}.part`), stallSeconds }),
    },
  });
  const { status } = spawnSync(process.execPath, ['install.js'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('it could not be unpacked');
}

try {
  const [folder, seconds = usualStallSeconds] = process.argv.slice(2);
  await fetchElectron(resolve(folder), Number(seconds));
} catch (error) {
  say(`Electron could not be fetched: ${toWords(error)}`);
  // A proxy that hangs up is asked again for ever, also when nobody waits any more.
  process.exit(1);
}
