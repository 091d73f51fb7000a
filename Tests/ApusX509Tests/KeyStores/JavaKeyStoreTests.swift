import ApusBytes
import ApusCrypto
import ApusNet
import ApusX509
import Testing

/// Key stores of Java, which `keytool` has made.
@Suite struct JavaKeyStoreTests {
  private let password = Array("apuspass".utf8)

  private static let root =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Fixtures/"

  private func bytes(_ name: String) throws -> [UInt8] {
    try Files.contents(of: Self.root + "keystores/" + name)
  }

  private func certificate(_ name: String) throws -> X509.Certificate {
    try X509.Certificate(
      pem: String(decoding: bytes(name + ".pem"), as: UTF8.self))
  }

  private func problem(_ bytes: [UInt8], _ password: String? = nil) -> X509.JavaKeyStore.Problem? {
    let word = password.map { Array($0.utf8) }
    do throws(X509.JavaKeyStore.Problem) {
      if let word {
        _ = try X509.JavaKeyStore(bytes.span, password: word.span)
      } else {
        _ = try X509.JavaKeyStore(bytes.span, password: nil)
      }
      return nil
    } catch {
      return error
    }
  }

  private func store(_ name: String) throws -> X509.JavaKeyStore {
    let (bytes, password) = (try bytes(name), password)
    return try X509.JavaKeyStore(bytes.span, password: password.span)
  }

  @Test func `trusted certificates of a Java key store are read with their names`() throws {
    let store = try store("java-trust.jks")
    #expect(store.form == .jks && store.entries.map(\.alias).sorted() == ["authority", "p256"])
    #expect(store.entries.allSatisfy { !$0.hasKey && $0.date.secondsSinceEpoch > 1_700_000_000 })
    let names = Set(store.trustedCertificates.map { "\($0.subject)" })
    #expect(names == ["CN=Authority", "CN=p256"])
    #expect(problem(try bytes("java-trust.jks")) == nil)
  }

  @Test(arguments: ["jks", "jceks"])
  func `a private key of a Java key store is decrypted and has its chain`(form: String) throws {
    let store = try store("java-key." + form)
    let entry = try #require(store.entries.first)
    #expect(store.form == (form == "jks" ? .jks : .jceks))
    #expect(store.entries.count == 1 && entry.hasKey && store.trustedCertificates.isEmpty)
    #expect(entry.certificates == [try certificate("rsa"), try certificate("authority")])
    let (password, wrong) = (password, Array("apuspasz".utf8))
    let publicKey = try store.key(of: entry, password: password.span).publicKey
    #expect(try entry.certificates[0].verificationKey() == publicKey)
    #expect(throws: X509.JavaKeyStore.Problem.wrongPassword) {
      _ = try store.key(of: entry, password: wrong.span).publicKey
    }
  }

  @Test func `a Java key store's digest detects a wrong password and a damaged file`() throws {
    let der = try bytes("java-trust.jks")
    #expect(problem(der, "apus") == .wrongPassword && problem(der, "apuspass") == nil)
    for index in stride(from: 0, to: der.count, by: 7) {
      var damaged = der
      damaged[index] ^= 1
      #expect(problem(damaged, "apuspass") == .wrongPassword)
    }
  }

  @Test func `reading a truncated or changed Java key store never traps`() throws {
    for name in ["java-trust.jks", "java-key.jceks"] {
      let der = try bytes(name)
      for count in 0..<der.count {
        #expect(problem(Array(der[..<count])) != nil)
        var changed = der
        changed[count] ^= 0xff
        _ = problem(changed)
      }
    }
  }

  @Test func `a Java key store with too many entries or bytes is rejected`() throws {
    var der = try bytes("java-trust.jks")
    let limit = X509.JavaKeyStore.entryLimit
    (der[10], der[11]) = (UInt8((limit + 1) >> 8), UInt8((limit + 1) & 0xff))
    #expect(problem(der) == .tooLong(limit: limit))
    (der[10], der[11]) = (UInt8(limit >> 8), UInt8(limit & 0xff))
    #expect(problem(der) == .malformed)
    let long = [UInt8](repeating: 0, count: X509.JavaKeyStore.byteLimit + 1)
    #expect(problem(long) == .tooLong(limit: X509.JavaKeyStore.byteLimit))
  }

  @Test func `an unsupported entry of a Java key store is reported with its tag`() throws {
    var der = try bytes("java-trust.jks")
    der[15] = 3
    let problem = problem(der)
    #expect(problem == .unsupportedEntry(tag: 3))
    #expect(problem?.description.contains("kind 3") == true)
  }
}
