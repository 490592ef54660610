declare module "*.css";

/** Makers of values that the page's policy lets scripts use: HTML, and addresses of scripts. */
interface Window {
  trustedTypes?: {
    createPolicy<Kind extends string>(name: string, rules: Record<Kind, (text: string) => string>): Record<Kind, (text: string) => string>;
  };
}
