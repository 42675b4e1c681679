/** True for the addresses of the graph, whatever their case: Express does not look at that. */
export const isGraphPath = (path: string): boolean => /^\/graphql(\/|$)/i.test(path);
