import ApusX509
import Testing

/// The values of all extensions. RFC 5280 section 4.2.
@Suite struct ExtensionTests {
  @Test func `a written extension of every kind is read back unchanged`() throws {
    for value in try Sample.everyValue() {
      for isCritical in [false, true] {
        let one = X509.Extension(value, isCritical: isCritical)
        let certificate = try Sample.certificate([one])
        #expect(try certificate.decodedExtensions() == [one])
        #expect(certificate.extensions[0].oid == one.oid)
      }
    }
  }

  @Test func `each extension kind has a unique object identifier and is found by it`() throws {
    let kinds = X509.Extension.Kind.allCases
    #expect(Set(kinds.map(\.oid)).count == kinds.count)
    for kind in kinds {
      #expect(X509.Extension.Kind(kind.oid) == kind)
      #expect(kind.description != kind.oid.description)
    }
    #expect(X509.Extension.Kind(.netscapeComment) == nil)
    let known = try Sample.everyValue().compactMap { X509.Extension.Kind($0.oid) }
    #expect(known.sorted { $0.rawValue < $1.rawValue } == kinds)
  }

  @Test func `a truncated extension value and a value with trailing bytes are rejected`() throws {
    for value in try Sample.everyValue() {
      guard X509.Extension.Kind(value.oid) != nil else { continue }
      let one = X509.Extension(value)
      let certificate = try Sample.certificate([one])
      let range = certificate.extensions[0].value
      let content = Array(certificate.der[range])
      for bytes in (0..<content.count).map({ Array(content[..<$0]) }) + [content + [0]] {
        var other = try Sample.content([X509.Extension(.other(value.oid, bytes))])
        other.extensions[0].isCritical = true
        let read = try other.certificate(signature: Sample.signature)
        #expect(throws: X509Error.self, "\(value)") { try read.decodedExtensions() }
      }
    }
  }

  @Test func `the error of a malformed extension names it, and other extensions are readable`()
    throws
  {
    let certificate = try Sample.certificate([
      X509.Extension(.other(.keyUsage, [4, 0])),
      X509.Extension(.basicConstraints(.endEntity)),
    ])
    #expect(try certificate.basicConstraints == .endEntity)
    do throws(X509Error) {
      _ = try certificate.keyUsage
      #expect(Bool(false), "an OCTET STRING is read as a key usage")
    } catch {
      #expect(error.description.contains("keyUsage"))
      #expect(error.offset == certificate.extensions[0].value.lowerBound)
    }
  }
}
