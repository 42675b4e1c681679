/** The parts of the client that the tests use; it ships no types. */
declare module 'tidepool-platform-client' {
  type Callback<T> = (error: unknown, result: T) => void;

  interface Credentials {
    username: string;
    password: string;
    emails?: string[];
    roles?: string[];
  }

  interface SessionOptions {
    /** Keeps the token in the local store. */
    remember?: boolean;
    /** Turns off automatic renewal of the session. */
    noRefresh?: boolean;
  }

  export interface PlatformClient {
    initialize(callback: Callback<{ userid: string; token: string } | undefined>): void;
    signup(user: Credentials, options: SessionOptions, callback: Callback<Record<string, unknown>>): void;
    login(user: Credentials, options: SessionOptions, callback: Callback<{ userid: string }>): void;
    logout(callback: Callback<unknown>): void;
    getUserId(): string | null;
    isLoggedIn(): boolean;
    getCurrentUser(callback: Callback<Record<string, unknown>>): void;
    updateCurrentUser(changes: object, callback: Callback<Record<string, unknown>>): void;
    acceptTerms(terms: object, callback: Callback<Record<string, unknown>>): void;
    addOrUpdateProfile(userId: string, profile: object, callback: Callback<object>): void;
    addOrUpdateSettings(userId: string, settings: object, callback: Callback<object>): void;
    findProfile(userId: string, callback: Callback<object>): void;
    uploadBlobForUser(
      userId: string,
      content: Buffer,
      contentType: string,
      digest: string | null,
      callback: Callback<{ id: string }>,
    ): void;
    updateCustodialUser(changes: object, userId: string, callback: Callback<Record<string, unknown>>): void;
    createCustodialAccount(
      profile: { fullName: string; emails?: string[] },
      callback: Callback<{ userid: string; profile: object }>,
    ): void;
    createRestrictedTokenForUser(
      userId: string,
      request: { paths?: string[] },
      callback: Callback<{ id: string; paths?: string[] }>,
    ): void;
    getExportDataURL(
      userId: string,
      loggedInUserId: string,
      options: object,
      callback: Callback<string>,
    ): void;
    createOAuthProviderAuthorization(
      provider: string,
      restrictedToken: string,
      callback: Callback<string>,
    ): void;
    deleteOAuthProviderAuthorization(provider: string, callback: Callback<unknown>): void;
    requestPasswordReset(email: string, callback: Callback<unknown>): void;
    confirmPasswordReset(
      reset: { key: string; email: string; password: string },
      callback: Callback<unknown>,
    ): void;
    signupResend(email: string, callback: Callback<unknown>): void;
    signupCancel(userId: string, callback: Callback<unknown>): void;
    custodialSignupConfirm(
      key: string,
      birthday: string,
      password: string,
      callback: Callback<unknown>,
    ): void;
    signupStart(userId: string, callback: Callback<unknown>): void;
    signupConfirm(key: string, callback: Callback<unknown>): void;
  }

  interface Options {
    host: string;
    uploadApi: string;
    dataHost: string;
    metricsSource: string;
    metricsVersion: string;
    /** Milliseconds. */
    tokenRefreshInterval?: number;
    localStore?: {
      getItem(key: string): string | null;
      setItem(key: string, value: string): void;
      removeItem(key: string): void;
    };
  }

  export default function createPlatformClient(options: Options): PlatformClient;
}
