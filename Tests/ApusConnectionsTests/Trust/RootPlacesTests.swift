import ApusX509Files
import Testing

@testable import ApusConnections

/// The paths of the system's roots.
@Suite struct RootPlacesTests {
  @Test
  func `without SSL_CERT_FILE, the usual root paths are tried until one succeeds`() {
    let places = RootPlaces.system { _ in nil }
    #expect(places.count == .first && places.places.first == .file(RootPlaces.files[0]))
    #expect(places.places.count == RootPlaces.files.count + RootPlaces.folders.count)
    #expect(RootPlaces.system { _ in "" } == places)
  }

  @Test func `SSL_CERT_FILE and SSL_CERT_DIR replace the usual paths, and all are required`() {
    let file = RootPlaces.system { $0 == "SSL_CERT_FILE" ? "/a" : nil }
    #expect(file == RootPlaces(places: [.file("/a")], count: .all, isStrict: false))
    let folders = RootPlaces.system { $0 == "SSL_CERT_DIR" ? "/b:/c" : nil }
    #expect(folders.places == [.folder("/b"), .folder("/c")] && folders.count == .all)
    let both = RootPlaces.system { ["SSL_CERT_FILE": "/a", "SSL_CERT_DIR": "/b"][$0] }
    #expect(both.places == [.file("/a"), .folder("/b")])
    let nowhere = RootPlaces.system { $0 == "SSL_CERT_DIR" ? ":" : nil }
    #expect(nowhere.count == .all && !nowhere.places.isEmpty)
  }
}
