internal import ApusFiles
package import ApusX509

/// Reads files of certificates, and lists those of a folder.
package enum CertificateFiles {
  /// The most bytes that a file of certificates may have.
  package static let byteLimit = 64 << 20
  /// The most names that a folder may hold.
  package static let nameLimit = 20_000

  package static func contents(of path: String) throws(X509.FileError) -> [UInt8] {
    do throws(SystemError) {
      return try Files.contents(of: path, limit: byteLimit)
    } catch {
      throw .unreadable(path: path, error)
    }
  }

  /// Returns the paths of the regular files in a folder, except for hidden ones.
  package static func paths(in folder: String) throws(X509.FileError) -> [String] {
    do throws(SystemError) {
      return try Files.entries(in: FilePath(folder), limit: nameLimit).compactMap(\.text)
        .filter { $0.utf8.first != 0x2e }
        .map { "\(folder)/\($0)" }.filter { Files.isRegularFile($0) }
    } catch {
      throw .unreadable(path: folder, error)
    }
  }
}
