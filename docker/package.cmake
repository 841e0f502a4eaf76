# What is installed, and the two Debian packages that `cpack -B packages` makes of it in a build folder:
# pentad-server (with the web client) and pentad (the terminal client and the tool for the rules).
include(GNUInstallDirs)
set(MANUALS ${CMAKE_BINARY_DIR}/manuals)

# A page of the manual from the program's own table of options.
function(install_manual PROGRAM COMPONENT)
    set(page ${MANUALS}/${PROGRAM}.1)
    add_custom_command(OUTPUT ${page}.gz
        COMMAND ${CMAKE_COMMAND} -E make_directory ${MANUALS}
        COMMAND ${PROGRAM} --print-manual > ${page}
        COMMAND gzip -9nf ${page}
        DEPENDS ${PROGRAM} VERBATIM)
    add_custom_target(${PROGRAM}-manual ALL DEPENDS ${page}.gz)
    install(FILES ${page}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${COMPONENT})
endfunction()

# What Debian wants to find beside every package.
function(install_documents PACKAGE COMPONENT)
    set(folder ${CMAKE_INSTALL_DATADIR}/doc/${PACKAGE})
    install(FILES LICENSE RENAME copyright DESTINATION ${folder} COMPONENT ${COMPONENT})
    install(FILES ${MANUALS}/changelog.gz DESTINATION ${folder} COMPONENT ${COMPONENT})
endfunction()
add_custom_command(OUTPUT ${MANUALS}/changelog.gz
    COMMAND ${CMAKE_COMMAND} -E make_directory ${MANUALS}
    COMMAND gzip -9nc ${CMAKE_SOURCE_DIR}/CHANGELOG.md > ${MANUALS}/changelog.gz
    DEPENDS CHANGELOG.md VERBATIM)
add_custom_target(changelog ALL DEPENDS ${MANUALS}/changelog.gz)

install(TARGETS pentad-server RUNTIME COMPONENT server)
install_manual(pentad-server server)
install_documents(pentad-server server)
install(DIRECTORY clients/web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/pentad/web COMPONENT server OPTIONAL)
install(FILES docker/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/pentad-server COMPONENT server)
install(FILES docker/systemd/pentad-server.service DESTINATION lib/systemd/system COMPONENT server)

install(TARGETS pentad pentad-engine pentad-load RUNTIME COMPONENT clients)
install_documents(pentad clients)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "Pentad developers <pentad@example.invalid>")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL server clients)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_SERVER_PACKAGE_NAME pentad-server)
set(CPACK_DEBIAN_CLIENTS_PACKAGE_NAME pentad)
set(CPACK_COMPONENT_SERVER_DESCRIPTION "server for five abstract board games
 People and computers play Replica, Murus Gallicus, Bounce, Sight and Claustro on
 it, in a browser, in a terminal or with programs of their own.")
set(CPACK_COMPONENT_CLIENTS_DESCRIPTION "terminal client for five abstract board games
 Plays Replica, Murus Gallicus, Bounce, Sight and Claustro on a Pentad server, and
 brings a tool that knows their rules.")
include(CPack)
