/** By area and part. */
declare const areas: Record<string, Record<string, { mutate: string[]; tests: string[] }>>;
export = areas;
