import ApusConfiguration
import ApusSession
import Configuration
import Testing

/// The code and the keys of the article on configuration keys.
@Suite struct ConfigurationSnippets {
  @Test func `the example of a reader makes a session`() async throws {
    let variables = ["HTTP_TIMEOUTS_CONNECT_SECONDS": "3"]
    let reader = ConfigReader(
      provider: EnvironmentVariablesProvider(environmentVariables: variables))
    // Snippet:
    let configuration = try HTTPSession.Configuration(reader: reader.scoped(to: "http"))
    let api = try HTTPSession("https://api.example.com/", configuration: configuration)
    // End.
    #expect(api.configuration.timeouts.connect == .seconds(3))
    await api.shutdown()
  }
}
