/** The patterns of a part that match nothing below the working directory, because files have moved. */
export function unmatched(part: { mutate: string[]; tests: string[] }): string[];
