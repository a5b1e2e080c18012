import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../scripts/checkout.mjs';
import {
  ask,
  close,
  data,
  installer,
  run,
  showsWindow,
  start,
  system,
  temporary,
  until,
  way,
  windowsShown,
} from './installed.mjs';

/*
 * Tries an installer of release/: `node test/packaged/smoke.mjs FOLDER` (Windows, macOS, Ubuntu
 * under a display).
 */

const verdict = () => ask('submissions.worklist')?.files[0]?.judged?.verdict;

const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * Changes one byte of the archive; returns what undoes it. It is a letter of the manifest's
 * description: Electron reads that file at each start, and it would start all the same unchecked.
 */
function changeArchive() {
  const bytes = Buffer.alloc(1);
  const place = readFileSync(way.archive).indexOf(description);
  if (place < 0) throw new Error('the manifest is not in the archive');
  const file = openSync(way.archive, 'r+');
  readSync(file, bytes, 0, 1, place);
  const put = (value) => writeSync(file, Buffer.of(value), 0, 1, place);
  put(bytes[0] ^ 1);
  return () => {
    put(bytes[0]);
    closeSync(file);
  };
}

const canConnect = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true));
    socket.on('error', () => done(false)).on('connect', () => socket.destroy());
  });

function writeDocument() {
  const path = join(temporary, 'smoke.xml');
  run(process.execPath, [join(root, 'test', 'packaged', 'write-document.ts'), path]);
  return path;
}

const steps = {
  async 'starts with a document, gives its verdict and has the keychain'() {
    const zubi = await showsWindow([writeDocument()]);
    await until('a verdict', () => verdict() === 'valid');
    const { backend } = ask('app.status').protection;
    // A hosted Linux has no keychain.
    if (system !== 'linux' && backend !== 'os_keychain') throw new Error(`keys: ${backend}`);
    await close(zubi);
  },
  async 'is no Node'() {
    const zubi = await showsWindow(['-e', 'console.log("I am Node")'], {
      ELECTRON_RUN_AS_NODE: '1',
    });
    if (zubi.said().includes('I am Node')) throw new Error('ELECTRON_RUN_AS_NODE works');
    await close(zubi);
  },
  async 'opens no debugger'() {
    const zubi = start(['--inspect=9333']);
    await wait(10_000);
    const isOpen = await canConnect(9333);
    zubi.child.kill('SIGKILL');
    await zubi.ended;
    if (isOpen) throw new Error('--inspect works');
  },
  // Linux has no such check of Electron's.
  async 'does not start with one byte changed'() {
    if (system === 'linux') return;
    const undo = changeArchive();
    const before = windowsShown();
    const zubi = start();
    await wait(20_000);
    zubi.child.kill('SIGKILL');
    await zubi.ended;
    undo();
    if (windowsShown() > before) throw new Error('it started');
  },
  async 'is installed over a running one, which ends by itself'() {
    const zubi = await showsWindow();
    way.install();
    // Windows asks it to close; elsewhere the files are replaced under it, and it goes on.
    const ended = system === 'win32' ? await zubi.ended : await close(zubi);
    if (ended.code !== 0) throw new Error(`it ended with ${JSON.stringify(ended)}`);
    await close(await showsWindow());
  },
  // Where the system forbids its sandbox it refuses, in a box that only a person closes.
  async 'starts as an AppImage'() {
    if (system !== 'linux') return;
    run('sudo', ['sysctl', '-w', 'kernel.apparmor_restrict_unprivileged_userns=0']);
    const { program } = way;
    way.program = installer('AppImage');
    chmodSync(way.program, 0o755);
    await close(await showsWindow());
    way.program = program;
  },
  async 'leaves the data when it is removed'() {
    way.remove();
    if (existsSync(way.program)) throw new Error('the program is still there');
    if (!existsSync(join(data, 'zubi.db'))) throw new Error('the history is gone');
  },
};

way.install();
for (const [name, step] of Object.entries(steps)) {
  await step();
  console.log(`good: ${name}`);
}
