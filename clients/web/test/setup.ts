import { showLanguage } from "../src/texts";

// The page shows nothing before it has its texts, and neither does a test.
await showLanguage("en");
