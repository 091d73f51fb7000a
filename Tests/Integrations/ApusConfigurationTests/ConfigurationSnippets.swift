import ApusConfiguration
import ApusNet
import ApusSession
import Configuration
import Testing

/// The code and the keys of the article on configuration keys.
@Suite struct ConfigurationSnippets {
  @Test func `the documented example creates a session from a configuration reader`() async throws {
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

  @Test func `the documentation article lists each configuration key`() throws {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let article = String(
      decoding: try Files.contents(of: "/\(root)/Sources/Apus/Apus.docc/ConfigurationKeys.md"),
      as: UTF8.self)
    for setting in Settings.all { #expect(article.contains("`\(setting.key)`"), "\(setting.key)") }
  }
}
