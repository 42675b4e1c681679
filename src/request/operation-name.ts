/** The graph operation of a field; absent for REST routes. */
export interface OperationInfo {
  operation?: { operation: string; name?: { value: string } };
}

/** The name of a graph operation in the access log, such as `query Dashboard`. */
export const operationName = ({ operation }: OperationInfo): string | undefined =>
  operation && `${operation.operation} ${operation.name?.value ?? ''}`.trim();
