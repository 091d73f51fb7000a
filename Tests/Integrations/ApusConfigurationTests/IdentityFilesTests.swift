import ApusConfiguration
import ApusSession
import CApusTestSupport
import Configuration
import TestSupport
import Testing

/// The files of a client certificate, which OpenSSL makes.
@Suite struct IdentityFilesTests {
  private static func settings(
    _ folder: TemporaryFolder, key: String?, password: String?
  ) throws -> HTTPSession.Configuration {
    var values: [String: String] = ["tls.identity.chainFile": "\(folder.path)/chain.pem"]
    values["tls.identity.keyFile"] = key.map { "\(folder.path)/\($0)" }
    values["tls.identity.password"] = password
    return try HTTPSession.Configuration(
      reader: ConfigReader(
        provider: InMemoryProvider(
          values: Dictionary(
            uniqueKeysWithValues: values.map {
              (
                AbsoluteConfigKey(ConfigKey($0.key).components),
                ConfigValue(.string($0.value), isSecret: true)
              )
            }))))
  }

  @Test func `a client certificate is read with its key file and password`() throws {
    let folder = try TemporaryFolder()
    let line = """
      cd '\(folder.path)' && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 \
      -subj /CN=worker -days 9 -nodes -keyout plain.pem -out chain.pem 2>messages && \
      openssl pkcs8 -topk8 -v2 aes-256-cbc -in plain.pem -passout pass:hidden -out key.pem && \
      cp chain.pem only.pem && cat key.pem >>chain.pem
      """
    // SAFETY: a C string for this call only.
    try #require(unsafe apus_test_run(line) == 0)
    #expect(HTTPSession.Configuration().tls.identity == nil)
    for key in ["key.pem", nil] {
      let read = try Self.settings(folder, key: key, password: "hidden")
      #expect(read.tls.identity != nil)
    }
    for (key, password) in [("key.pem", nil), ("key.pem", "other"), ("only.pem", "hidden")] {
      let error = #expect(throws: HTTPSession.InvalidSetting.self) {
        try Self.settings(folder, key: key, password: password)
      }
      #expect(error?.name == "tls.identity.chainFile" && !"\(error as Any)".contains("hidden"))
    }
  }
}
