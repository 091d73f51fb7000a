import Apus
import FoundationEssentials
import Testing

/// What Foundation shows of the session's errors.
struct HTTPSessionErrorLocalizedErrorTests {
  @Test func `the localized description is the error's own`() async throws {
    let api = HTTPSession.stub("https://h/") { _ in HTTP.Response(404) }
    let error: any LocalizedError = try #require(
      await #expect(throws: HTTPSessionError.self) { try await api.get("users?key=1") })
    #expect(error.errorDescription == "\(error)")
    #expect(
      error.errorDescription == "GET https://h/users?key=…: the server answered with status 404")
    #expect(error.failureReason == "the server answered with status 404")
  }
}
