import { createApp } from '../../../main/app.ts';
import { createKeyFileSealer } from '../../../main/platform/secrets/key-file-sealer.ts';
import { stateFolderOf } from '../../fixtures/state-folder.ts';

/**
 * A process of its own that sends one file of a worklist and reports when it does; a test kills it
 * in the middle.
 */
const [, , dataFolder = '', fileId = ''] = process.argv;
const clock = () => new Date();
const app = await createApp({
  dataFolder,
  stateFolder: stateFolderOf(dataFolder),
  face: 'command_line',
  version: '0.0.0-test',
  sandbox: null,
  sealers: [createKeyFileSealer({ dataFolder, clock })],
});
app.subscribe((event) => {
  if (event.name === 'submission.changed') console.log(event.payload.state);
});
const reply = await app.call('submissions.send', { fileIds: [fileId] });
if (!reply.ok) console.error(reply.error.code);
await app.idle();
