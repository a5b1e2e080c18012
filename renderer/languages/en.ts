export const files = import.meta.glob<Record<string, unknown>>(
  '../../locales/en/{window,answers,batch,choice,companies,company,corrections,mend,fixes,overview,profile,repetition,schemas,backup,errors,issues,rules}.json',
  { eager: true, import: 'default' },
);
