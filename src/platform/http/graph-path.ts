/** Whether a path belongs to the graph, ignoring case, as Express does. */
export const isGraphPath = (path: string): boolean => /^\/graphql(\/|$)/i.test(path);
