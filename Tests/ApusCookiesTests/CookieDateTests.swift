import Testing
struct CookieDateTests {}
