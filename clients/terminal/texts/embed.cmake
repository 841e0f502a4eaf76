# Writes OUT: a line {"name", R"(text)"}, for each catalogue of FOLDER. Run by the build.
file(GLOB files ${FOLDER}/*.po)
set(table "")
foreach(file ${files})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    # Semicolons and brackets would make a list of it.
    string(APPEND table "{\"${name}\", R\"~(${text})~\"},\n")
endforeach()
file(WRITE ${OUT} "${table}")
