import Apus
import FoundationEssentials
import Testing

/// The texts of the session's errors for Foundation.
struct HTTPSessionErrorLocalizedErrorTests {
  @Test func `the localized description of an HTTPSessionError is its own description`()
    async throws
  {
    let api = HTTPSession.stub("https://h/") { _ in HTTP.Response(404) }
    let error: any LocalizedError = try #require(
      await #expect(throws: HTTPSessionError.self) { try await api.get("users?key=1") })
    #expect(error.errorDescription == "\(error)")
    #expect(
      error.errorDescription == "GET https://h/users?key=…: the server responded with status 404")
    #expect(error.failureReason == "the server responded with status 404")
  }

  @Test func `the localized description of every other error type is its own description`() throws {
    func failure(_ body: () throws -> Void) throws -> any Error {
      do { try body() } catch { return error }
      throw Unexpected()
    }
    let errors: [any Error] = [
      try failure { _ = try HTTP.URL("ftp://h/") }, try failure { _ = try HTTP.MediaType("x") },
      try failure { _ = try JSON.Value(parsing: "{") },
      try failure { _ = try JSONCoder().decode([Int].self, from: Array("{}".utf8)) },
      try failure { _ = try FormFields(parsing: [0x25].span) },
      try failure { _ = try HTTP.FileName(lastComponentOf: "a/..") },
      try failure { _ = try XML.Document(bytes: [0x3c]) },
      HTTPSession.Cassette.Fault.unknownVersion(7), HTTPSessionError(.connectionLost),
      AuthenticationError.noCredential,
    ]
    for error in errors {
      #expect((error as? any LocalizedError)?.errorDescription == "\(error)")
    }
  }

  private struct Unexpected: Error {}
}
