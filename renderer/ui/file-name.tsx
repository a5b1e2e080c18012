import styles from './file-name.module.css';

/** The number of characters kept at a name's end: a number or a tax id, and the file type. */
const keptSigns = 10;
/** A name up to this length is cut at its end, if at all. */
const shortSigns = 22;

interface FileNameProps {
  readonly name: string;
}

/**
 * A file's name, shortened in its middle: the files of a quarter begin alike and differ at their
 * ends.
 */
export function FileName({ name }: FileNameProps) {
  const signs = [...name];
  if (signs.length <= shortSigns) return name;
  return (
    <span className={styles.name}>
      <span className={styles.start}>{signs.slice(0, -keptSigns).join('')}</span>
      <span className={styles.end}>{signs.slice(-keptSigns).join('')}</span>
    </span>
  );
}
