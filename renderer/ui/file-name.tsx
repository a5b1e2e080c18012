/** So many signs stay at a name's end: a number or a tax id, and what kind of file it is. */
const keptSigns = 10;
/** A name so short is cut at its end, if at all. */
const shortSigns = 22;

interface FileNameProps {
  readonly name: string;
}

/**
 * A file's name, which loses its middle where there is no room: the files of a quarter begin alike
 * and differ at their ends.
 */
export function FileName({ name }: FileNameProps) {
  const signs = [...name];
  if (signs.length <= shortSigns) return name;
  return (
    <>
      <span className="z-filename-start">{signs.slice(0, -keptSigns).join('')}</span>
      {signs.slice(-keptSigns).join('')}
    </>
  );
}
