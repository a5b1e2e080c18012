/** `gastos.xml` and `rechazados` make `gastos.rechazados.xml`; what a file was compressed with is left out. */
export function madeName(original: string, word: string): string {
  const stem = original.replace(/\.gz$/i, '').replace(/\.xml$/i, '');
  // Names are cut at 255 characters; what tells this one from its original must not be.
  return `${stem.slice(0, 220)}.${word}.xml`;
}
