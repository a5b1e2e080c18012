import { isDocumentName } from '../../contract/document-names.ts';
import { goTo, usePlace } from '../router.ts';
import { useBulk } from '../shared/authorizations/bulk-upload.tsx';
import { useTexts } from '../texts.ts';
import { type Finding, type FoundFile, openAll } from './drop-files.ts';
import { type DropRoute, isNamedAsTable, isNamedByTaxId, routeOf } from './drop-routes.ts';
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
  const { target, carry } = useDropTargets();
  const bulk = useBulk();
  const { t } = useTexts();
  const notify = useNotify();
  const onCompanies = place.screen === 'companies';
  const onImport = onCompanies && place.id === 'import';
  const onCompany = onCompanies && !onImport && place.id !== null && place.id !== 'authorizations';

  /** A screen of the companies takes unknown files: as a table by its name, else as a document. */
  function ofCompanies(found: Routed): Routed {
    const isTable = ({ name }: FoundFile) => onImport || (!onCompany && isNamedAsTable(name));
    return {
      ...found,
      ledger: [],
      companies: [...found.companies, ...found.ledger.filter(isTable)],
      authorization: [...found.authorization, ...found.ledger.filter((file) => !isTable(file))],
    };
  }

  /** Files that are not for the ledger, each to the part of the window that takes it. */
  async function hand(routed: Routed): Promise<void> {
    const documents = await openAll(routed.authorization);
    const tables = await openAll(routed.companies);
    const archives = await openAll(routed.archive.slice(0, 1));
    const isMixed = tables.length + archives.length > 0;
    if (documents.length > 0 && onCompany && !isMixed) return target.current?.(documents);
    if (documents.length > 0) {
      void bulk.take(documents);
      if (!isMixed && !onImport) goTo('companies', 'authorizations');
    }
    if (archives.length > 0) {
      carry('copies', archives);
      if (tables.length === 0) goTo('settings', 'copies');
    }
    if (tables.length > 0) {
      carry('import', tables);
      goTo('companies', 'import');
    }
  }

  function tell(routed: Routed, ledger: number): void {
    const counts = { ...routed, ledger: { length: ledger } };
    const parts = (['ledger', 'companies', 'authorization', 'archive'] as const).flatMap(
      (route) => {
        const count = counts[route].length;
        if (count === 0) return [];
        return [t(`drop.routed.${route}`, { count })];
      },
    );
    if (parts.length > 1 || (ledger === 0 && parts.length > 0))
      notify({ tone: 'plain', lines: [parts.join(' · ')], name: 'drop-routed' });
  }

  async function* partLedger(finding: Finding) {
    const others: FoundFile[] = [];
    let count = 0;
    for await (const { files, leftAside } of finding) {
      const mine = files.filter(({ name, mayHold }) => mayHold || isDocumentName(name));
      const sure = mine.filter(({ mayHold }) => !mayHold).length;
      others.push(...files.filter((file) => !mine.includes(file)));
      count += sure;
      // With a table or a document, the window goes to the page where a person continues.
      if (sure > 0 && others.length === 0) goTo('submit');
      yield { files: mine, leftAside };
    }
    const found = await routeAll(others);
    const routed = onCompanies ? ofCompanies(found) : found;
    if (routed.ledger.length > 0 || count > 0) {
      const isAlone = others.length === routed.ledger.length;
      if (isAlone) goTo('submit');
    }
    yield { files: routed.ledger, leftAside: 0 };
    await hand(routed);
    tell(routed, count + routed.ledger.length);
  }

  return useWindowDrop({
    onFiles: (finding) => intake.take(partLedger(finding), { stays: true }),
    // A screen with its own handler usually gets its files.
    onEnter: () => {
      if (!onCompanies) intake.expect();
    },
    isWanted: (name) =>
      onCompanies ? isWantedByCompanies(name) : isDocumentName(name) || isNamedByTaxId(name),
  });
}
