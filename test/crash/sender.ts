import { openDesk } from './desk.ts';

/**
 * A process of its own that sends files of the worklist and says when it begins; it is killed
 * somewhere on the way.
 */
const [, , dataFolder = '', list = '[]'] = process.argv;
const desk = await openDesk(dataFolder);
const end = desk.app.subscribe((event) => {
  if (event.name !== 'submission.changed') return;
  end();
  console.log('queued');
});
console.log('begins');
await desk.call('submissions.send', { fileIds: JSON.parse(list) as string[] });
await desk.app.idle();
await desk.app.close();
