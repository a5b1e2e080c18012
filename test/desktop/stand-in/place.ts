import { dirname } from 'node:path';

/*
 * The stand-in's target: `electron FOLDER [ARGUMENT ...]` a checkout, as Electron does; with
 * `STAND_IN_ASAR` the archive of a package, whose program takes arguments alone.
 */

const { STAND_IN_ASAR: archive, STAND_IN_PROGRAM: program = process.execPath } = process.env;
export const isPackaged = archive !== undefined;
/** The folder, or the archive, of the application. */
export const appFolder = archive ?? process.argv[2] ?? '';
export const resources = isPackaged ? dirname(appFolder) : import.meta.dirname;
process.argv = [program, ...process.argv.slice(2)];
