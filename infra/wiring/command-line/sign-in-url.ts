/** Where a sign-in link leads; its secret is for one use. */
export const signInUrl = (dashboardUrl: string, secret: string): string =>
  `${dashboardUrl}/auth/link?token=${encodeURIComponent(secret)}`;
