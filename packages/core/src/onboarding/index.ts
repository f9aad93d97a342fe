export * from "./completeOnboarding.js"
