import { writeFileSync } from 'node:fs';
import { makeDocument } from '../fixtures/validator/make-document.ts';

/* Writes a valid document: `node write-document.ts PATH`. */
writeFileSync(process.argv[2] ?? '', makeDocument('240-received', { seed: 1, records: 2 }));
