internal import ApusNet
internal import ApusX509

/// Reads certificates out of files and folders, PEM or DER.
enum CertificateFiles {
  /// How many bytes a file of certificates may have.
  static let byteLimit = 64 << 20
  /// How many names a folder may hold.
  static let nameLimit = 20_000

  static func contents(of path: String) throws(Connections.TrustSourceError) -> [UInt8] {
    do throws(SystemError) {
      return try Files.contents(of: path, limit: byteLimit)
    } catch {
      throw .unreadable(path, error)
    }
  }

  /// The paths of the regular files in a folder, except for hidden ones.
  static func paths(in folder: String) throws(Connections.TrustSourceError) -> [String] {
    do throws(SystemError) {
      return try Files.entries(in: FilePath(folder), limit: nameLimit).compactMap(\.text)
        .filter { $0.utf8.first != 0x2e }
        .map { "\(folder)/\($0)" }.filter { Files.isRegularFile($0) }
    } catch {
      throw .unreadable(folder, error)
    }
  }
}

extension X509.Bundle {
  /// Whether it holds no certificate, nor what was meant to be one.
  var isOther: Bool {
    entries.isEmpty && problems.allSatisfy { $0.error == .noCertificate }
  }
}
