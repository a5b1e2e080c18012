/** Words that belong to the name after them. */
const particles: ReadonlySet<string> = new Set(
  'de del la las los san santa da do dos van von y i'.split(' '),
);

/** The names in a text; particles join their word: `de la Fuente Ruiz` has two. */
export function toNames(text: string): readonly string[] {
  const names: string[] = [];
  let open = '';
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    open = open === '' ? word : `${open} ${word}`;
    if (particles.has(word.toLowerCase())) continue;
    names.push(open);
    open = '';
  }
  if (open !== '') names.push(open);
  return names;
}
