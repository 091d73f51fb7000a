internal import ApusASN1
internal import ApusBytes

extension X509.JavaKeyStore {
  /// A reader of the fields of a Java key store, whose certificates conform to RFC 5280 section
  /// 4.1.
  struct Reader {
    private var bytes: ByteReader

    init(_ bytes: [UInt8]) {
      self.bytes = ByteReader(bytes)
    }

    /// Reads the complete key store except for the digest at its end.
    mutating func readFile() throws(Problem) -> (Form, [Entry]) {
      let form: Form
      switch try readNumber() {
      case 0xfeed_feed: form = .jks
      case 0xcece_cece: form = .jceks
      default: throw .malformed
      }
      let version = try readNumber()
      guard version == 1 || version == 2 else { throw .malformed }
      var entries: [Entry] = []
      for _ in 0..<(try readCount()) { entries.append(try readEntry(isVersion2: version == 2)) }
      guard bytes.isAtEnd else { throw .malformed }
      return (form, entries)
    }

    private mutating func readEntry(isVersion2: Bool) throws(Problem) -> Entry {
      let tag = try readNumber()
      guard tag == 1 || tag == 2 else { throw .unsupportedEntry(tag: tag) }
      let alias = String(decoding: try readText(), as: UTF8.self)
      let date = UnixTime(millisecondsSinceEpoch: try readTime())
      guard tag == 1 else {
        let certificate = try readCertificate(isVersion2: isVersion2)
        return Entry(alias: alias, date: date, certificates: [certificate], lockedKey: nil)
      }
      let key = try readBytes(try readNumber())
      var chain: [X509.Certificate] = []
      for _ in 0..<(try readCount()) { chain.append(try readCertificate(isVersion2: isVersion2)) }
      return Entry(alias: alias, date: date, certificates: chain, lockedKey: key)
    }

    /// Reads a certificate of the key store. Version 1 has only X.509 certificates, and version 2
    /// names the type of each certificate.
    private mutating func readCertificate(isVersion2: Bool) throws(Problem) -> X509.Certificate {
      if isVersion2 {
        let type = try readText()
        guard type == Array("X.509".utf8) || type == Array("X509".utf8) else { throw .malformed }
      }
      let der = try readBytes(try readNumber())
      do throws(X509Error) { return try X509.Certificate(der.span) } catch {
        throw .certificate(error)
      }
    }

    private mutating func readCount() throws(Problem) -> Int {
      let count = try readNumber()
      guard count <= entryLimit else { throw .tooLong(limit: entryLimit) }
      return count
    }

    private mutating func readNumber() throws(Problem) -> Int {
      do throws(DecodeError) { return Int(try bytes.readUInt32()) } catch { throw .malformed }
    }

    private mutating func readTime() throws(Problem) -> Int64 {
      do throws(DecodeError) { return Int64(bitPattern: try bytes.readUInt64()) } catch {
        throw .malformed
      }
    }

    private mutating func readText() throws(Problem) -> [UInt8] {
      do throws(DecodeError) {
        let count = Int(try bytes.readUInt16())
        return try bytes.readBytes(count)
      } catch {
        throw .malformed
      }
    }

    private mutating func readBytes(_ count: Int) throws(Problem) -> [UInt8] {
      do throws(DecodeError) { return try bytes.readBytes(count) } catch { throw .malformed }
    }
  }
}
