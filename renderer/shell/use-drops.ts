import { goTo, usePlace } from '../router.ts';
import { useTexts } from '../texts.ts';
import { type Finding, type FoundFile, isWantedInFolder, openAll } from './drop-files.ts';
import { type DropRoute, isNamedByTaxId, routeOf } from './drop-routes.ts';
import { isWantedByCompanies, useDropTargets } from './drop-target.tsx';
import { useIntake } from './intake.tsx';
import { useNotify } from './notify.tsx';
import { useWindowDrop } from './use-window-drop.ts';

type Routed = Readonly<Record<DropRoute, readonly FoundFile[]>>;

async function routeAll(files: readonly FoundFile[]): Promise<Routed> {
  const routes = await Promise.all(files.map(routeOf));
  const of = (route: DropRoute) => files.filter((_, index) => routes[index] === route);
  return {
    ledger: of('ledger'),
    companies: of('companies'),
    authorization: of('authorization'),
    archive: of('archive'),
  };
}

/**
 * Takes files dropped anywhere on the window, each to its target by its content, and reports the
 * targets; returns whether files are over the window.
 */
export function useDrops(): boolean {
  const intake = useIntake();
  const place = usePlace();
  const { target, carried } = useDropTargets();
  const { t, formats } = useTexts();
  const notify = useNotify();
  const onCompanies = place.screen === 'companies';

  /** To the screen in sight where it takes such files, else to the page that does. */
  async function hand(files: readonly FoundFile[], page: 'import' | 'authorizations' | 'copies') {
    if (files.length === 0) return;
    const opened = await openAll(files);
    const isHere = page === 'import' ? place.id === null || place.id === 'import' : true;
    if (onCompanies && page !== 'copies' && isHere && target.current !== null)
      return target.current(opened);
    carried.current = opened;
    if (page === 'copies') goTo('settings', page);
    else goTo('companies', page);
  }

  function tell(routed: Routed, ledger: number): void {
    const counts = { ...routed, ledger: { length: ledger } };
    const parts = (['ledger', 'companies', 'authorization', 'archive'] as const).flatMap(
      (route) => {
        const count = counts[route].length;
        if (count === 0) return [];
        return [t(`drop.routed.${route}`, { count, formatted: formats.count(count) })];
      },
    );
    if (parts.length > 1 || (ledger === 0 && parts.length > 0))
      notify({ tone: 'plain', lines: [parts.join(' · ')], name: 'drop-routed' });
  }

  async function* partLedger(finding: Finding) {
    const others: FoundFile[] = [];
    let count = 0;
    for await (const { files, leftAside } of finding) {
      const mine = files.filter(({ name, mayHold }) => mayHold || isWantedInFolder(name));
      const sure = mine.filter(({ mayHold }) => !mayHold).length;
      others.push(...files.filter((file) => !mine.includes(file)));
      count += sure;
      // With a table or a document, the window goes to the page that needs a person.
      if (sure > 0 && others.length === 0) goTo('submit');
      yield { files: mine, leftAside };
    }
    const found = await routeAll(others);
    // A screen of the companies takes every document, whatever its name.
    const routed =
      onCompanies && target.current !== null
        ? { ...found, authorization: [...found.authorization, ...found.ledger], ledger: [] }
        : found;
    if (routed.ledger.length > 0 || count > 0) {
      const isAlone = others.length === routed.ledger.length;
      if (isAlone) goTo('submit');
    }
    yield { files: routed.ledger, leftAside: 0 };
    await hand(routed.authorization, 'authorizations');
    await hand(routed.companies.slice(0, 1), 'import');
    await hand(routed.archive.slice(0, 1), 'copies');
    tell(routed, count + routed.ledger.length);
  }

  return useWindowDrop({
    onFiles: (finding) => intake.take(partLedger(finding), { stays: true }),
    // A screen with a handler of its own usually gets its files.
    onEnter: () => {
      if (target.current === null) intake.expect();
    },
    isWanted: (name) =>
      target.current === null
        ? isWantedInFolder(name) || isNamedByTaxId(name)
        : isWantedByCompanies(name),
  });
}
